"""The HTTP door, and the only room that imports Flask: API, problem+json, OpenAPI, plain pages.

Parses and renders; every decision is the desk's.
"""
