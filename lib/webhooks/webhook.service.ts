/**
 * Webhooks for their owners: register, change, test, read the delivery log.
 *
 * Guarantees:
 * - Somebody else's webhook gets the same response as one that doesn't exist.
 * - An address is refused if it can't be its platform's, if it is neither public nor named by the operator, if the operator denies
 *   it, or if its name now leads to such an address. Each
 *   attempt checks the connected address again, since a name may lead elsewhere later.
 * - A secret is never shown again, and is stored encrypted. After a change the previous one also signs for a day. The address of a
 *   format for people is never shown whole.
 * - After a webhook is switched off or deleted, nothing more is sent, and a delivery under way stays cancelled whatever its
 *   result.
 * Not protected: a receiver's response is stored as it is and shown to the webhook's owner.
 */
import { randomUUID } from 'node:crypto';
import type { Principal } from '../accounts/principal';
import { NotFoundError } from '../http/errors';
import { within } from '../http/within';
import type { Keyring } from '../vault/keyring';
import { CHAT_FORMATS } from './formats/chat-formats';
import { isChatFormat, type WebhookFormat } from './formats/format.rules';
import { secretRefused, tooManyWebhooks, urlRefused, WebhookInactiveError } from './webhook.errors';
import type { WebhookRepository } from './webhook.repository';
import { isDeliveryId } from './webhook.rules';
import type { NewWebhook, WebhookChanges } from './webhook.schema';
import { literalOf, problemWithAddress, problemWithUrl, type Resolve, type TargetRules } from './webhook-address';
import { verdictOf } from './webhook-deliveries';
import { TEST_EVENT } from './webhook-events.schema';
import type { SendEvent } from './webhook-requests';
import { type DeliveryRow, openSecret, sealSecret, type WebhookOverview, type WebhookRow } from './webhook-rows';
import { isSecretKept, problemWithSecret, storedSecret } from './webhook-secrets.rules';
import type { SendResult } from './webhook-sender';

const RESOLVE_TIMEOUT_MS = 2_000;

export interface WebhookServiceOptions extends TargetRules {
  repository: WebhookRepository;
  keyring: Keyring;
  send: SendEvent;
  resolve: Resolve;
  /** Most webhooks of one user: each event is written once for each. */
  maxPerUser: number;
  /** Longest wait for name servers while registering; each attempt checks the addresses anyway. */
  resolveTimeoutMs?: number;
}

export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService(options: WebhookServiceOptions) {
  const { repository, keyring, send, resolve, allowInsecure, deny = [], allow = [], maxPerUser } = options;
  const { resolveTimeoutMs = RESOLVE_TIMEOUT_MS } = options;

  /** Checks an address, also by its name's current addresses. @throws ValidationError */
  async function checkUrl(text: string, format: WebhookFormat): Promise<void> {
    const problem =
      problemWithUrl(text, allowInsecure, allow) ?? problemOnPlatform(text, format) ?? (await problemWithAddresses(new URL(text)));
    if (problem !== null) throw urlRefused(problem);
  }

  async function problemWithAddresses(url: URL): Promise<string | null> {
    const literal = literalOf(url);
    const isKnown = literal !== null || (allowInsecure && deny.length === 0);
    // There are no addresses when the name servers fail or are slow.
    const found = isKnown ? [literal] : [null, ...(await within(resolveTimeoutMs, resolve(url.hostname)).catch(() => []))];
    return found.map((address) => problemWithAddress(options, url, address)).find((each) => each !== null) ?? null;
  }

  const find = async (owner: Principal, id: number): Promise<WebhookRow> => found(await repository.find(owner.userId, id));

  return {
    /** @throws ValidationError */
    async create(owner: Principal, { url, format = 'standard', secret, events }: NewWebhook): Promise<WebhookRow> {
      checkSecret(format, secret);
      await checkUrl(url, format);
      const sealed = sealSecret(keyring, storedSecret(format, url, secret));
      const webhook = await repository.insert(owner, { url, format, events, secret: sealed }, maxPerUser);
      if (!webhook) throw tooManyWebhooks(maxPerUser);
      return webhook;
    },

    list: (owner: Principal): Promise<WebhookRow[]> => repository.list(owner.userId),

    /** The list, with the state of each webhook's newest delivery. */
    overview: (owner: Principal): Promise<WebhookOverview[]> => repository.overview(owner.userId),

    /** @throws NotFoundError */
    find,

    /** The webhook, with the state of its newest delivery. @throws NotFoundError */
    findOverview: async ({ userId }: Principal, id: number): Promise<WebhookOverview> =>
      found((await repository.overview(userId)).find((webhook) => webhook.id === id)),

    /**
     * The stored secret stays when none is given, unless the new format or address has no use for it.
     * @throws NotFoundError, ValidationError
     */
    async update(owner: Principal, id: number, { secret, ...changes }: WebhookChanges): Promise<WebhookRow> {
      const before = await find(owner, id);
      const after = { url: changes.url ?? before.url, format: changes.format ?? before.format };
      const isKept = secret === undefined && isSecretKept(before, after);
      if (!isKept) checkSecret(after.format, secret);
      if (changes.url !== undefined || after.format !== before.format) await checkUrl(after.url, after.format);
      const stored = isKept ? null : storedSecret(after.format, after.url, secret);
      // biome-ignore lint/plugin: the owner's secret against the one the owner has sent, to see whether it changes
      const newSecret = stored !== null && stored !== (await currentSecret(id)) ? sealSecret(keyring, stored) : undefined;
      if (newSecret === undefined && Object.values(changes).every((value) => value === undefined)) return before;
      const isElsewhere = after.url !== before.url || after.format !== before.format;
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
      await find(owner, id);
      const target = found(await repository.findTarget(id));
      const message = `msg_${randomUUID().replaceAll('-', '')}`;
      const result = await send(target, { id: message, event: TEST_EVENT, createdAt: Date.now(), webhookId: id });
      if (verdictOf(target.format, result).kind === 'gone') await repository.deactivateGone(id, target);
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
    const [current] = (await repository.findTarget(id))?.secrets ?? [];
    return current ? openSecret(keyring, current) : null;
  }
}

/** Returns why an address can't be of the format's platform; null if it can. */
function problemOnPlatform(text: string, format: WebhookFormat): string | null {
  if (!isChatFormat(format)) return null;
  if (text.includes('…')) return 'expected the whole address, not the shortened one that is shown';
  return CHAT_FORMATS[format].problemWith(new URL(text));
}

/** @throws ValidationError */
function checkSecret(format: WebhookFormat, secret: string | undefined): void {
  const problem = problemWithSecret(format, secret);
  if (problem !== null) throw secretRefused(problem);
}

/** @throws NotFoundError when there is no row */
function found<Row>(row: Row | null | undefined): Row {
  if (!row) throw new NotFoundError();
  return row;
}
