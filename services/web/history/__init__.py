"""The time machine: the past of a tournament on pages for officials, compared, explained, supposed otherwise.

Every view has its address and works without script; with script the slider moves what is shown.
"""
