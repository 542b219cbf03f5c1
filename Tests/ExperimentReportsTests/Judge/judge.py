"""Computes a report's numbers again in DuckDB: runs the SQL that the report prints, in the folder that
`paywall ledger export --tables` wrote, and prints the tables that it leaves as JSON.

usage: judge.py FOLDER SQLFILE
"""
import json
import os
import sys

import duckdb

folder, sql = os.path.abspath(sys.argv[1]), open(sys.argv[2], encoding="utf-8").read()
os.chdir(folder)
connection = duckdb.connect()
connection.execute("SET threads TO 1")
connection.execute(sql)
answer = {}
for name in ["metrics", "funnel", "proceeds", "exclusions", "breakdowns"]:
    result = connection.execute(f"SELECT * FROM {name} ORDER BY ALL")
    columns = [column[0] for column in result.description]
    # Sums may be larger than a JSON number can hold.
    answer[name] = [
        {key: None if value is None else str(value) for key, value in zip(columns, row)}
        for row in result.fetchall()
    ]
json.dump(answer, sys.stdout)
