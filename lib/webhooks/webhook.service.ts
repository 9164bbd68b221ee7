/**
 * Webhooks for their owners: register, change, test, read the delivery log.
 *
 * Guarantees:
 * - Somebody else's webhook gets the same response as one that doesn't exist.
 * - An address is refused if it isn't public, if the operator denies it, or if its name now leads to such an address. Each
 *   attempt checks the connected address again, since a name may lead elsewhere later.
 * - A secret is never shown again, and is stored encrypted. After a change the previous one also signs for a day.
 * - After a webhook is switched off or deleted, nothing more is sent, and a delivery under way stays cancelled whatever its
 *   result.
 * Not protected: a receiver's response is stored as it is and shown to the webhook's owner.
 */
import { randomUUID } from 'node:crypto';
import type { Principal } from '../accounts/principal';
import { NotFoundError } from '../http/errors';
import { within } from '../http/within';
import type { Keyring } from '../vault/keyring';
import { DENIED_ADDRESS, type DenyRule, isDenied } from './deny-rules';
import { tooManyWebhooks, urlRefused, WebhookInactiveError } from './webhook.errors';
import { testBody } from './webhook.presenter';
import type { WebhookRepository } from './webhook.repository';
import { GONE, isDeliveryId } from './webhook.rules';
import type { NewWebhook, WebhookChanges } from './webhook.schema';
import { FORBIDDEN_ADDRESS, isPublicAddress, literalOf, problemWithUrl } from './webhook-address';
import { TEST_EVENT } from './webhook-events.schema';
import type { Resolve } from './webhook-resolver';
import type { DeliveryRow, WebhookOverview, WebhookRow } from './webhook-rows';
import { openSecret, sealSecret } from './webhook-sealed';
import type { Send, SendResult } from './webhook-sender';
import { signatureHeaders } from './webhook-signature';

const RESOLVE_TIMEOUT_MS = 2_000;

export interface WebhookServiceOptions {
  repository: WebhookRepository;
  keyring: Keyring;
  send: Send;
  resolve: Resolve;
  allowInsecure: boolean;
  /** The operator's rules, which hold even with `allowInsecure`. */
  deny?: readonly DenyRule[];
  /** Most webhooks of one user: each event is written once for each. */
  maxPerUser: number;
  /** Longest wait for name servers while registering; each attempt checks the addresses anyway. */
  resolveTimeoutMs?: number;
}

export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService(options: WebhookServiceOptions) {
  const { repository, keyring, send, resolve, allowInsecure, deny = [], maxPerUser, resolveTimeoutMs = RESOLVE_TIMEOUT_MS } = options;

  /** Returns why an address is refused, also by its name's current addresses; null if it isn't. */
  async function problemWith(text: string): Promise<string | null> {
    const problem = problemWithUrl(text, allowInsecure);
    if (problem !== null) return problem;
    const url = new URL(text);
    const literal = literalOf(url);
    if (isDenied(deny, url, literal)) return DENIED_ADDRESS;
    if (literal !== null || (allowInsecure && deny.length === 0)) return null;
    const addresses = await addressesOf(url.hostname);
    if (!allowInsecure && !addresses.every(isPublicAddress)) return FORBIDDEN_ADDRESS;
    return addresses.some((address) => isDenied(deny, url, address)) ? DENIED_ADDRESS : null;
  }

  /** @throws ValidationError */
  async function checkUrl(text: string): Promise<void> {
    const problem = await problemWith(text);
    if (problem !== null) throw urlRefused(problem);
  }

  /** Resolves a name; returns no addresses when the name servers fail or are slow. */
  const addressesOf = (hostname: string): Promise<string[]> => within(resolveTimeoutMs, resolve(hostname)).catch(() => []);

  const find = async (owner: Principal, id: number): Promise<WebhookRow> => found(await repository.find(owner.userId, id));

  return {
    /** @throws ValidationError */
    async create(owner: Principal, { url, secret, events }: NewWebhook): Promise<WebhookRow> {
      await checkUrl(url);
      const webhook = await repository.insert(owner, { url, events, secret: sealSecret(keyring, secret) }, maxPerUser);
      if (!webhook) throw tooManyWebhooks(maxPerUser);
      return webhook;
    },

    list: (owner: Principal): Promise<WebhookRow[]> => repository.list(owner.userId),

    /** The list, with the state of each webhook's newest delivery. */
    overview: (owner: Principal): Promise<WebhookOverview[]> => repository.overview(owner.userId),

    /** @throws NotFoundError */
    find,

    /** The webhook, with the state of its newest delivery. @throws NotFoundError */
    findOverview: async (owner: Principal, id: number): Promise<WebhookOverview> => found(await repository.findOverview(owner.userId, id)),

    /** For forms that report several mistakes at once; create and update check by themselves. */
    problemWithUrl: problemWith,

    /** @throws NotFoundError, ValidationError */
    async update(owner: Principal, id: number, { secret, ...changes }: WebhookChanges): Promise<WebhookRow> {
      const before = await find(owner, id);
      if (changes.url !== undefined) await checkUrl(changes.url);
      // biome-ignore lint/plugin: the owner's secret against the one the owner has sent, to see whether it changes
      const newSecret = secret !== undefined && secret !== (await currentSecret(id)) ? sealSecret(keyring, secret) : undefined;
      if (newSecret === undefined && Object.values(changes).every((value) => value === undefined)) return before;
      const isElsewhere = changes.url !== undefined && changes.url !== before.url;
      return found(await repository.update(owner, id, { ...changes, secret: newSecret, isElsewhere }));
    },

    /** @throws NotFoundError */
    async remove(owner: Principal, id: number): Promise<void> {
      if (!(await repository.remove(owner.userId, id))) throw new NotFoundError();
    },

    /**
     * Sends a test event at once, whether the webhook is switched on or not. A 410 switches it off, as with any other event.
     * @throws NotFoundError
     */
    async test(owner: Principal, id: number): Promise<SendResult> {
      const { url } = await find(owner, id);
      const target = found((await repository.findTargets([id])).get(id));
      const sentAt = Date.now();
      const message = `msg_${randomUUID().replaceAll('-', '')}`;
      const body = testBody(message, TEST_EVENT, sentAt, id);
      const secrets = target.secrets.map((secret) => openSecret(keyring, secret));
      const result = await send(url, signatureHeaders({ id: message, event: TEST_EVENT, body, sentAt }, secrets), body);
      if (result.status === GONE) await repository.deactivateGone(id, target);
      return result;
    },

    /** Newest first. @throws NotFoundError */
    async listDeliveries(owner: Principal, id: number, limit: number, offset: number): Promise<DeliveryRow[]> {
      await find(owner, id);
      return repository.listDeliveries(id, limit, offset);
    },

    /** Makes a delivery due now, with its id unchanged. @throws NotFoundError, WebhookInactiveError */
    async redeliver(owner: Principal, id: number, deliveryId: string): Promise<void> {
      const { isActive } = await find(owner, id);
      if (!isDeliveryId(deliveryId) || !(await repository.hasDelivery(id, deliveryId))) throw new NotFoundError();
      if (!isActive) throw new WebhookInactiveError();
      await repository.redeliver(id, deliveryId);
    },

    prune: () => repository.prune(),
  };

  /** The current secret. A client may send the same change twice; the second must not end the previous secret. */
  async function currentSecret(id: number): Promise<string | null> {
    const [current] = (await repository.findTargets([id])).get(id)?.secrets ?? [];
    return current ? openSecret(keyring, current) : null;
  }
}

/** @throws NotFoundError when there is no row */
function found<Row>(row: Row | null | undefined): Row {
  if (!row) throw new NotFoundError();
  return row;
}
