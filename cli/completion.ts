import { usageError } from './exit';
import { COMMAND_NAMES, COMMANDS, OPTIONS } from './options';

const commands = COMMAND_NAMES.slice(1);

/** @param shell bash, zsh or fish @returns a script for it @throws CliError usage */
export function completionOf(shell: string): string {
  const write = shell === 'bash' ? bash : shell === 'zsh' ? zsh : shell === 'fish' ? fish : null;
  if (!write) throw usageError('Expected: sealpaste completion bash|zsh|fish');
  return write();
}

const flagsOf = (name: keyof typeof COMMANDS) => [...COMMANDS[name].options, 'help' as const].map((option) => `--${option}`).join(' ');

function bash(): string {
  const cases = commands.map((name) => `    ${name}) words="${name === 'completion' ? 'bash zsh fish ' : ''}${flagsOf(name)}" ;;`);
  return `_sealpaste() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${flagsOf('create')}"; [ "$COMP_CWORD" -eq 1 ] && words="${commands.join(' ')} $words" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sealpaste sealpaste
`;
}

function zsh(): string {
  const cases = commands.map((name) => `    ${name}) compadd -- ${name === 'completion' ? 'bash zsh fish ' : ''}${flagsOf(name)} ;;`);
  return `#compdef sealpaste
_sealpaste() {
  if (( CURRENT == 2 )); then compadd -- ${commands.join(' ')}; fi
  case "$words[2]" in
${cases.join('\n')}
    *) compadd -- ${flagsOf('create')} ;;
  esac
  _files
}
compdef _sealpaste sealpaste
`;
}

function fish(): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const named = commands.map((name) => `complete -c sealpaste -n __fish_use_subcommand -a ${name} -d ${quote(COMMANDS[name].summary)}`);
  const shells = "complete -c sealpaste -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'";
  const flags = Object.entries(OPTIONS).map(([name, { short, value, help }]) => {
    const users = commands.filter((command) => ([...COMMANDS[command].options, 'help'] as string[]).includes(name));
    const isOfCreate = ([...COMMANDS.create.options, 'help'] as string[]).includes(name);
    const others = commands.filter((command) => !users.includes(command));
    const when = isOfCreate ? `not __fish_seen_subcommand_from ${others.join(' ')}` : `__fish_seen_subcommand_from ${users.join(' ')}`;
    const condition = isOfCreate && others.length === 0 ? '' : ` -n ${quote(when)}`;
    return `complete -c sealpaste${condition} -l ${name}${short ? ` -s ${short}` : ''}${value ? ' -r' : ''} -d ${quote(help)}`;
  });
  return `${[...named, shells, ...flags].join('\n')}\n`;
}
