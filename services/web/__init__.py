"""The HTTP door, and the only room that imports Flask: API, problem+json, OpenAPI, pages.

Parses and renders; every decision is the desk's.
"""
