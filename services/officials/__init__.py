"""What officials read of tables and cases, and rulings and evidence as drafted, in a chat and on a page.

A chat and a page are both a `Reader`: they know in which language they speak, and ask the desk as a person.
"""
