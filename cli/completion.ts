import { usageError } from './exit';
import { COMMAND_NAMES, COMMANDS, type CommandName, helpTextOf, OPTIONS, type OptionName } from './options';

const commands = COMMAND_NAMES.slice(1);

/** @param shell bash, zsh or fish @returns a script for it @throws CliError usage */
export function completionOf(shell: string): string {
  const write = shell === 'bash' ? bash : shell === 'zsh' ? zsh : shell === 'fish' ? fish : null;
  if (!write) throw usageError('Expected: sealpaste completion bash|zsh|fish');
  return write();
}

const optionsOf = (command: CommandName): OptionName[] => [...COMMANDS[command].options, 'help'];

const flagsOf = (command: CommandName) =>
  optionsOf(command)
    .map((name) => `--${name}`)
    .join(' ');

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

/** The script of bash, which a module of zsh understands. */
const zsh = (): string => `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;

function fish(): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const named = commands.map((name) => `complete -c sealpaste -n __fish_use_subcommand -a ${name} -d ${quote(COMMANDS[name].summary)}`);
  const shells = "complete -c sealpaste -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'";
  const flags = COMMAND_NAMES.flatMap((command) => {
    const when = command === 'create' ? `not __fish_seen_subcommand_from ${commands.join(' ')}` : `__fish_seen_subcommand_from ${command}`;
    return optionsOf(command).map((name) => {
      const { short, value } = OPTIONS[name];
      const spelled = `-l ${name}${short ? ` -s ${short}` : ''}${value ? ' -r' : ''}`;
      return `complete -c sealpaste -n '${when}' ${spelled} -d ${quote(helpTextOf(command, name))}`;
    });
  });
  return `${[...named, shells, ...flags].join('\n')}\n`;
}
