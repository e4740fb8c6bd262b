from cardgen.cli import start

start()
