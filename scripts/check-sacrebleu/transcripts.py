"""Runs sacreBLEU on small inputs and writes what it printed to test/sacrebleu.cases.json, which test/sacrebleu.test.ts reads.

    path/of/environment/bin/python scripts/check-sacrebleu/transcripts.py

Needs sacreBLEU 2.6.0 with NumPy 2 or later, and Python 3.11, as `sum` has been different since 3.12, which shows in the last digits of
paired tests as JSON; `npx prettier --write test/sacrebleu.cases.json` afterwards.
"""

import base64
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

if sys.version_info >= (3, 12):
    sys.exit('Python 3.11 is needed.')
here = pathlib.Path(__file__).parent
target = here.parents[1] / 'test' / 'sacrebleu.cases.json'


def lines(*texts):
    return ''.join(text + '\n' for text in texts).encode('utf-8')


a = lines(
    'The cat sat on the mat.', 'It cost $1,000.50 in 2020.', '', 'Yes', "That is John's &quot;house&quot;, isn't it?",
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen')
b = lines(
    'A cat was sitting on the mat.', 'In 2020 it cost $1000.50.', 'nothing', 'Yes.', "This is John's house, right?",
    'sixteen words that are all different from the ones in the other file but for the very last')
one = lines(
    'the cat sat on mat.', 'In 2020 it cost $1,000.50', 'something', 'Yes', "That is John's house, is it not?",
    'one b c d e f g h i j k l m n o p')
two = lines(
    'The Cat Sat On The Mat.', '', '', 'No', 'house house house',
    'nine ten eleven twelve one two three four five six seven eight thirteen fourteen fifteen sixteen')
documents = [('en', 2), ('de', 3), ('en', 1)]

author = random.Random(2009)
vocabulary = 'the a of to and in is was not cat dog house budget Tuesday , . –'.split()


def changed(text, most):
    """A text with up to `most` words left out, put in or exchanged."""
    words = text.split()
    for _ in range(author.randrange(most + 1)):
        at = author.randrange(len(words) + 1)
        words[at:at + author.randrange(2)] = [author.choice(vocabulary)] * author.randrange(2)
    return ' '.join(words)


model = [' '.join(author.choices(vocabulary, k=author.randrange(4, 25))) for _ in range(60)]


def sgm(text):
    """The lines of a text as the segments of documents, as WMT packed them."""
    segments = iter(text.decode('utf-8').splitlines())
    out = '<refset setid="set" srclang="any" trglang="de">\n'
    for number, (language, count) in enumerate(documents):
        out += f'<doc sysid="ref" docid="d{number}" genre="news" origlang="{language}">\n'
        out += ''.join(f'<seg id="{i + 1}">{next(segments)}</seg>\n' for i in range(count)) + '</doc>\n'
    return (out + '</refset>\n').encode('utf-8')


files = {
    'a': a,
    'b': b,
    'one': one,
    'two': two,
    'a.gz': gzip.compress(a, mtime=0),
    'columns': lines('first\tsecond reference', 'the third\tthe fourth\tand more'),
    'columns.sys': lines('second', 'the fourth and more'),
    'few': lines('one line'),
    'many': lines(*['This line ends in a full stop .'] * 100),
    'crlf': a.replace(b'\n', b'\r\n'),
    'bom': b'\xef\xbb\xbf' + a,
    'wrong': b'caf\xe9\n' + b'\n' * 5,
    'latin': 'café à la\n'.encode('latin-1') + b'x\n' * 5,
    'empty': b'',
    'zh.ref': lines('今天的天气很好，我们去公园吧。', '他在2020年花了3.5元。', '𠀀𠀁 ok 👍🏽'),
    'zh.sys': lines('今天天气很好，我们去公园。', '他2020年花3.5元', '𠀀𠀁 OK 👍'),
    'tie.ref': lines('a b c d e f g h i j k l m n o p'),
    'tie.sys': lines('a b c d e f g h i j k l m n o q'),
    'half.ref': lines('a b c', 'xyz'),
    'half.sys': lines('a b c', 'qqq'),
    **{f'ref.{k}': lines(*[changed(text, 4) for text in model]) for k in [1, 2, 3]},
    **{f'sys.{k}': lines(*[changed(text, 3 + k) for text in model]) for k in [1, 2, 3]},
    'nothing': lines(*['qqq'] * 60),
    'name_1%': one,
    'näme & 2': two,
    '1.5': one,
    '2': two,
    'cache/wmt17/wmt17.en-de.src': b,
    'cache/wmt17/wmt17.en-de.ref': a,
    'cache/wmt17/wmt17.en-de.docid': lines('d0', 'd0', 'd1', 'd1', 'd1', 'd2'),
    'cache/wmt17/wmt17.en-de.genre': lines(*['news'] * 6),
    'cache/wmt17/wmt17.en-de.origlang': lines('en', 'en', 'de', 'de', 'de', 'en'),
    'cache/wmt17/raw/test/newstest2017-ende-src.en.sgm': sgm(b),
}

cases = []


def case(command, stdin=b'', **env):
    cases.append({'args': command.split(' ') if isinstance(command, str) else command, 'stdin': stdin, 'env': env})


# One system: metrics, formats, widths.
case('a -i one')
case('a -i one -f text')
case('a -i one -f latex -w 3')
case('a b -i one -m bleu chrf ter')
case('a b -i one -m ter chrf bleu -f text -w 2')
case('a b -i one -m bleu chrf ter -f text --short')
case('a -i one -m bleu chrf ter -b -w 4')
case('a -i one -m bleu ter -b -f text')
case('a -i one --short')
case('a b -i two -m chrf -cw 2 -w 5')
case('a b -i two -f text', NO_COLOR='1')
case('a -i one', SACREBLEU_FORMAT='TEXT')
case('a.gz -i one -f text')
# BLEU.
case('a -i two -lc -f text -w 2')
for tokenizer in ['none', '13a', 'intl', 'char', 'zh']:
    case(f'zh.ref -i zh.sys -tok {tokenizer} -f text -w 2')
case('zh.ref -i zh.sys -l en-zh -f text')
for smoothing in ['none', 'exp', 'floor', 'add-k']:
    case(f'a -i two -s {smoothing} -f text -w 2')
case('a -i two -s floor -sv 0.125 -f text -w 2')
case('a -i two -s add-k -sv 2.5 -w 2')
case('many -i many -f text')
# chrF and TER.
case('a b -i one -m chrf --chrf-word-order 2 --chrf-eps-smoothing -f text -w 4')
case('a b -i one -m chrf -cc 3 --chrf-beta 3 --chrf-whitespace --chrf-lowercase -f text -w 4')
case('a b -i one -m ter --ter-normalized --ter-no-punct -f text -w 3')
case('zh.ref -i zh.sys -m ter --ter-normalized --ter-asian-support --ter-case-sensitive -f text')
# Segments; ties are rounded to even.
case('a b -i one -sl')
case('a b -i one -sl -b -w 3')
case('a b -i two -m chrf -sl -f json')
case('a b -i two -m ter -sl --short')
case('tie.ref -i tie.sys -m ter -sl')
case('tie.ref -i tie.sys -m ter -w 1')
case('tie.ref -i tie.sys -w 0 -f text')
# Confidence.
case('a -i one --confidence')
case('a b -i one -m bleu chrf ter --confidence -f text -w 4')
case('a b -i one -m bleu ter --confidence -cin 100 -b -f text', SACREBLEU_SEED='0')
case('a -i one --confidence -w 3 -m chrf -cw 2', SACREBLEU_SEED='123456789012345678901')
case('a -i one -ci --confidence-n=1')
case('a -i one -m bleu -s add-k -ci -w 4 -b')
# Several systems.
case('a -i one two')
case('a b -i one two -m bleu chrf ter -f text')
case('a b -i one two -m bleu chrf -f latex -w 2 --short')
case(['a', '-i', 'name_1%', 'näme & 2', '-f', 'text'])
case(['a', '-i', 'name_1%', 'näme & 2', '-f', 'latex'])
case(['a', '-i', 'name_1%', 'näme & 2'])
case('a -i 1.5 2 -f text')
# Paired tests.
for test in ['--paired-bs', '--paired-ar']:
    case(f'ref.1 -i sys.1 sys.2 sys.3 {test}')
    case(f'ref.1 -i sys.1 sys.2 sys.3 {test} -f text')
    case(f'ref.1 ref.2 -i sys.2 sys.3 sys.1 {test} -m ter chrf bleu -f text -w 4 --short')
    case(f'ref.1 ref.2 -i sys.2 sys.3 sys.1 {test} -m chrf bleu ter -f latex -w 2')
    case(f'ref.1 ref.2 -i sys.1 sys.2 {test} -m chrf bleu ter', SACREBLEU_SEED='+7_7')
    case(f'ref.1 -i sys.3 sys.1 {test} -m chrf -cw 2 --chrf-eps-smoothing')
    case(f'ref.1 -i sys.3 sys.1 {test} -s add-k -sv 1.5 -lc -tok char')
    case(f'ref.1 -i sys.3 sys.1 {test} -s floor -sv 0.3')
    case(f'ref.1 -i sys.1 ./sys.1 {test} -m bleu chrf ter -f text')
    case(f'ref.1 -i sys.1 sys.1 sys.2 sys.1 {test} -f text -q')
    case(f'ref.1 -i nothing sys.1 {test} -m bleu chrf ter')
    case(f'ref.1 -i sys.1 sys.2 {test} {test}-n=0 -f text', NO_COLOR='1')
    case(f'ref.1 -i sys.1 sys.2 {test} {test}-n 39 -w -1 -j 2')
    case(f'ref.1 -i sys.1 sys.2 {test} {test}-n 333', SACREBLEU_FORMAT='text')
    case(f'half.ref -i half.sys half.ref {test} {test}-n 1 -m bleu chrf ter')
    case(f'few {test} -f text', stdin=b'one line\tone\tline one')
    case(['a', '-i', 'näme & 2', 'name_1%', test, '-f', 'latex'])
    case(['a', '-i', 'näme & 2', 'name_1%', test])
    case(f'ref.1 -i sys.1 {test}')
    case(f'ref.1 -i sys.1 sys.1 {test}')
    case(f'ref.1 -i sys.1 sys.2 sys.2 {test}')
    case(f'ref.1 -i sys.1 sys.2 {test} --confidence')
    case(f'ref.1 -i sys.1 {test} -sl')
    case(f'ref.1 -i sys.1 sys.2 {test} -j -1')
    case(f'ref.1 -i sys.1 sys.2 {test} -f text -w -1')
    case(f'ref.1 -i sys.1 sys.2 {test}', SACREBLEU_SEED='-1')
case('ref.1 ref.2 ref.3 -i sys.1 sys.2 --paired-bs -m ter')
case('ref.1 -i sys.1 sys.2 --paired-bs --paired-ar')
# Standard input.
case('few', stdin=b'one line')
case('few -f text', stdin=b'')
case('columns.sys -f text', stdin=b'a \tb\nc \td \t \n')
case('columns.sys -f text', stdin=b'a \tb\nc \td \t e\n')
case('columns.sys -b', stdin=b'second\rthe fourth')
# References in columns, and how files are read.
case('columns -nr 2 -i columns.sys -f text')
case('columns -nr 3 -i columns.sys')
case('crlf -i one -f text')
case('bom -i one -f text')
case('latin -i latin -e latin-1 -f text')
# Test sets in the cache.
case('-t wmt17 -l en-de -i one -f text', SACREBLEU='cache')
case('-t wmt17 -l en-de --echo src ref docid', SACREBLEU='cache')
case('-t wmt17 -l en-de --echo all --origlang de', SACREBLEU='cache')
case('-t wmt17 -l en-de -i one two -f text --origlang non-de', SACREBLEU='cache')
case('-t wmt17 -l en-de --echo nothing', SACREBLEU='cache')
# How arguments are read.
case('a -bi one')
case('-b a -i one')
case('-i one -b -- a')
case('a --inp one --met bleu --for text --wid=3')
case('a -w3 -i one -b')
# Errors.
case('')
case('-i one')
case('a')
case('few -i one')
case('a -i one one')
case('a -i missing')
case('missing -i one')
case('wrong -i one')
case('empty -i empty')
case('a -i one two --confidence')
case('a -i one two -sl')
case('a -i one -sl -m bleu chrf')
case('a -i one -sl --confidence')
case('a b -nr 2 -i one')
case('a -i one -w -1')
case('a -i one -w many')
case('a -i one -m bleurt')
case('a -i one -tok 14a')
case('a -i one -l de')
case('a -i one -e no-such-encoding')
case('a -i one --nothing')
case('a -i one --chrf 2')
case('a -b b -i one')
case('a -i one --lowercase=yes')
case('a -i one -ci', SACREBLEU_SEED='-1')
case('a -t wmt17 -l en-de -i one', SACREBLEU='cache')
case('-t wmt17 -i one', SACREBLEU='cache')
case('-t wmt17 -l xx-yy -i one', SACREBLEU='cache')

with tempfile.TemporaryDirectory() as directory:
    for name, content in files.items():
        path = pathlib.Path(directory, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for each in cases:
        environment = {'PATH': os.environ['PATH'], 'LANG': 'C.UTF-8', 'HOME': directory, **each['env']}

        def run(*program):
            command = [sys.executable, *program, *each['args']]
            return subprocess.run(command, input=each['stdin'], capture_output=True, cwd=directory, env=environment)

        found = run('-m', 'sacrebleu')
        if b'is not JSON serializable' in found.stderr:
            found = run(here.resolve() / 'serializing.py')
        each['stdout'] = found.stdout.decode('utf-8')
        each['exitCode'] = found.returncode
        each['stdin'] = each['stdin'].decode('ascii')

# Numbers as Python prints them: those that lie between two decimals, and some drawn by chance.
chance = random.Random(1)
values = [0.0, -0.0, 6.25, 50.625, 0.125, 2.675, 0.5, 1.5, 2.5, 0.05, 0.25, 0.75, 1e-5, 5e-324, 1e15, 1e16, 1e21, 1.5e300,
          100.00000000000004, 99.95, 99.995, 1 / 3, 2 / 3, 1e-7, 123456789.123456789, -0.04, -2.5, 1e22, 0.1, 0.00015]
values += [chance.randrange(1, 3200) / 32 for _ in range(60)] + [chance.uniform(0, 100) for _ in range(60)]
numbers = [[repr(value), digits, f'{value:.{digits}f}'] for value in values for digits in [0, 1, 2, 3, 4]]
numbers += [[repr(value), digits, f'{value:.{digits}f}'] for value in values[:40] for digits in [17, 120]]

target.write_text(json.dumps({
    'files': {name: base64.b64encode(content).decode('ascii') for name, content in files.items()},
    'cases': cases,
    'fixed': numbers,
    'floats': [[repr(value), json.dumps(value)] for value in values],
}, ensure_ascii=False, indent=1) + '\n', encoding='utf-8')
print(f'{len(cases)} cases', file=sys.stderr)
