/** The manual page, in the language of man(7), from the same tables as `--help`. */
import { flagOf } from './help';
import { EXIT_CODES, NOTES, VARIABLES } from './manual';
import { COMMAND_NAMES, COMMANDS, type CommandName, helpTextOf } from './options';
import { version } from './package.json';

/** Escapes a text: a backslash, a dash as it is typed, and a dot or quote at the beginning of a line. */
const roff = (text: string): string =>
  text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const tagged = (tag: string, text: string) => ['.TP', `.B ${roff(tag)}`, roff(text)];

export function manPage(): string {
  const lines = [
    `.TH SEALPASTE 1 "" "sealpaste ${version}" "User Commands"`,
    ...['.SH NAME', 'sealpaste \\- pastes that are encrypted before they leave this machine'],
    ...['.SH SYNOPSIS', ...COMMAND_NAMES.flatMap((name) => [`.B sealpaste`, roff(COMMANDS[name].synopsis), '.br'])],
    ...['.SH COMMANDS', ...COMMAND_NAMES.flatMap(commandLines)],
    ...['.SH ENVIRONMENT', ...Object.entries(VARIABLES).flatMap(([name, text]) => tagged(name, text))],
    '.SH EXIT STATUS',
    ...[...EXIT_CODES].flatMap(([code, text]) => tagged(String(code), text)),
    '.SH FILES',
    ...tagged('$XDG_CONFIG_HOME/sealpaste/config.json', 'what login stored; without the variable in ~/.config'),
    ...tagged('$XDG_STATE_HOME/sealpaste', "this machine's history, claims and requests; without the variable in ~/.local/state"),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(name: CommandName): string[] {
  const { synopsis, summary, options } = COMMANDS[name];
  return [
    ...['.SS', roff(`sealpaste ${synopsis}`), roff(summary)],
    ...options.flatMap((option) => tagged(flagOf(option).trim(), helpTextOf(name, option))),
    ...(NOTES[name].length > 0 ? ['.PP', roff(NOTES[name].join('\n'))] : []),
  ];
}
