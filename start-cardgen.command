#!/bin/sh
# Starts cardgen on macOS with a double click.
exec sh "$(dirname "$0")/start-cardgen.sh" "$@"
