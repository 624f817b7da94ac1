import json, sys
print(json.dumps({"name": "length ratio", "version": "1", "direction": "higher", "range": [0, 1], "reads": ["references"]}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    lengths = [len(request["hypothesis"]) + 1, len(request["references"][0]) + 1]
    print(json.dumps({"id": request["id"], "score": min(lengths) / max(lengths)}), flush=True)
