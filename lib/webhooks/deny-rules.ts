/** The operator's rules against networks and hosts, besides those that no webhook may ever reach. */
import ipaddr from 'ipaddr.js';
import { isInNetwork, type Network, parseNetwork } from '../http/network';

export interface DenyRule {
  /** Null: every network. */
  network: Network | null;
  /** In lower case; with a leading dot it means every name below. Null: every name. */
  name: string | null;
  /** Null: every port. */
  port: number | null;
}

const RULE =
  /^(?:\[(?<bracketed>[\da-f:.]+)\]|(?<bare>[\da-f:.]*:[\da-f:.]*:[\da-f:.]*(?:\/\d+)?)|(?<host>[\w.*/-]*))(?::(?<port>\d{1,5}))?$/i;
const NAME = /^(?:\*\.)?[a-z\d_](?:[\w-]*[a-z\d])?(?:\.[a-z\d_](?:[\w-]*[a-z\d])?)*$/;

/**
 * Parses rules that commas or spaces separate: a network (`2001:db8:64::/96`), an address, a name (`hooks.example`), all
 * names below one (`*.corp.example`), each with or without a port (`198.51.100.7:8443`, `[2001:db8::1]:8443`), or a port
 * alone (`:8443`).
 * @returns null when a rule is none of these
 */
export function parseDenyRules(text: string): DenyRule[] | null {
  const rules = text
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .map(parseRule);
  return rules.every((rule) => rule !== null) ? rules : null;
}

function parseRule(text: string): DenyRule | null {
  const { bracketed, bare, host, port: digits } = RULE.exec(text.toLowerCase())?.groups ?? {};
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const target = bracketed ?? bare ?? host;
  if (target === undefined) return null;
  if (target === '') return port === null ? null : { network: null, name: null, port };
  const network = parseNetwork(target);
  if (network !== null) return { network, name: null, port };
  // Digits and dots that are no address are more likely a mistake than a name.
  if (!NAME.test(target) || /^[\d.]+$/.test(target)) return null;
  return { network: null, name: target.replace(/^\*/, ''), port };
}

/** @param address one of the host's addresses; null when unknown: then only names and ports decide */
export function isDenied(rules: readonly DenyRule[], url: URL, address: string | null): boolean {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const name = url.hostname.replace(/\.$/, '').toLowerCase();
  const parsed = address !== null && ipaddr.isValid(address) ? ipaddr.process(address) : null;
  return rules.some((rule) => {
    if (rule.port !== null && rule.port !== port) return false;
    if (rule.name !== null) return rule.name.startsWith('.') ? name.endsWith(rule.name) : name === rule.name;
    return rule.network === null || (parsed !== null && isInNetwork(parsed, rule.network));
  });
}

export const DENIED_ADDRESS = 'expected an address that this service may deliver to: its operator has ruled this one out';
