import { VARIABLES } from './config.variables';

/** The table of environment variables in docs/configuration.md. */
export function configurationTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, definition]) => {
    const { default: value, doc, secret } = definition as { default?: string; doc: string; secret?: true };
    const names = secret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
    return `| ${names} | ${value === undefined ? '' : `\`${value}\``} | ${doc} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
