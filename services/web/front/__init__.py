"""What stands between the sockets and the application: deadlines, sizes, rates and threads, each bounded.

What can be refused is refused from the headers, bodies are received without a thread, and only then is
anything worked on.
"""
