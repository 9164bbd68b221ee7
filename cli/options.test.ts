import { describe, expect, it } from 'vitest';
import { completionOf } from './completion';
import { CliError, EXIT } from './exit';
import { helpOf, overview } from './help';
import { COMMAND_NAMES, parseCommandLine } from './options';
import { parseTtl } from './paste-options';

const refusal = (argv: string[]) => {
  try {
    parseCommandLine(argv);
  } catch (error) {
    return error instanceof CliError ? [error.code, error.message] : error;
  }
};

describe('a command line', () => {
  it.each([
    [[], 'create', {}, []],
    [['-'], 'create', {}, ['-']],
    [['-bp', '-t', '1d', 'a.txt'], 'create', { burn: true, password: true, ttl: '1d' }, ['a.txt']],
    [['--plain', '--title=A b', '-s', 'go', './get'], 'create', { plain: true, title: 'A b', syntax: 'go' }, ['./get']],
    [['--', '-b'], 'create', {}, ['-b']],
    [['get', '-o', 'x', '-'], 'get', { output: 'x' }, ['-']],
    [['--url', 'http://x', 'rm', 'ID'], 'rm', { url: 'http://x' }, ['ID']],
    [['extend', 'ID', '1w', '--json'], 'extend', { json: true }, ['ID', '1w']],
    [['get', '--help'], 'get', { help: true }, []],
  ])('%j is %s', (argv, command, values, operands) => {
    expect(parseCommandLine(argv)).toEqual({ command, values, operands });
  });

  it.each([
    [['--nonsense'], /no option --nonsense. See/],
    [['--brun'], /no option --brun. Did you mean --burn\?/],
    [['--reader-delet'], /Did you mean --readers-delete\?/],
    [['-x'], /no option -x/],
    [['-t'], /--ttl needs a value/],
    [['--burn=yes'], /--burn takes no value/],
    [['--reads'], /--reads needs a value/],
    [['get', '-b', 'LINK'], /"get" has no option --burn/],
    [['get'], /Expected: sealpaste get/],
    [['extend', 'ID'], /Expected: sealpaste extend/],
  ])('%j is refused with exit code 2 and says why', (argv, why) => {
    expect(refusal(argv)).toEqual([EXIT.usage, expect.stringMatching(why)]);
  });

  it('that is refused is not quoted: it may hold a secret', () => {
    for (const argv of [['--burn=S3CRET'], ['get', 'S3CRET', 'S3CRET'], ['-xS3CRET'], ['--S3CRET', '-tS3CRET', '-t']]) {
      expect(String(refusal(argv.filter((word) => word !== '--S3CRET')))).not.toContain('S3CRET');
    }
  });
});

describe('help', () => {
  it.each(COMMAND_NAMES)('of %s fits on one screen', (command) => {
    const lines = helpOf(command).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('the overview names every command and exit code, in lines of a terminal', () => {
    for (const word of [...COMMAND_NAMES.slice(1), ...Object.values(EXIT)]) expect(overview()).toMatch(new RegExp(`^  ${word} `, 'm'));
    expect(overview().split('\n').length).toBeLessThan(40);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s knows every command', (shell) => {
    for (const command of COMMAND_NAMES.slice(1)) expect(completionOf(shell)).toContain(command);
  });

  it('for another shell is refused', () => {
    expect(() => completionOf('constructor')).toThrow(/bash\|zsh\|fish/);
  });
});

describe('a time to live', () => {
  it.each([
    ['90s', 90],
    ['10m', 600],
    ['2h', 7_200],
    ['1d', 86_400],
    ['1w', 604_800],
    ['1y', 31_536_000],
    ['365d', 31_536_000],
    ['1', 1],
    ['31536000', 31_536_000],
    ['never', null],
  ])('%s is %s seconds', (text, seconds) => {
    expect(parseTtl(text)).toBe(seconds);
  });

  it.each(['', '0', '0s', '31536001', '2y', '366d', '1.5h', '-1', '1 d', '1D', 'd', '1dd', 'NEVER', '9999999999'])(
    '%j is refused',
    (text) => {
      expect(() => parseTtl(text)).toThrow(expect.objectContaining({ code: EXIT.usage }));
    },
  );
});
