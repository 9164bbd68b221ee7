/** Creates pastes: stores the content while it arrives, then the row and the caller's statements in one transaction. */

import type { HouseRule } from '../../accounts/house-rules.rules';
import type { Principal } from '../../accounts/principal';
import type { Statement } from '../../db/database';
import { sha256 } from '../../encoding/sha256';
import type { PieceSink } from '../../http/body';
import { ValidationError } from '../../http/errors';
import type { Logger } from '../../log/logger';
import type { Keyring } from '../../vault/keyring';
import type { PasteFields } from '../paste.schema';
import { optionsOf } from '../paste-options.rules';
import { normalizeNetworks } from '../reading/paste-networks';
import type { PasteRepository } from '../storage/paste.repository';
import { termsOf } from '../storage/paste-terms';
import { requireRules, rulesFor } from './paste-house-rules';
import { admit, allowedRecipient, allowedTtl, type PastePolicy } from './paste-policy';
import { newManageToken, Upload } from './paste-upload';

export interface CreatedPaste {
  publicId: string;
  expiresAt: number | null;
  isE2ee: boolean;
  /** Only for a paste created with `protect`; shown once. */
  manageToken: string | null;
  /** Only for a paste with `approvals`; shown once. */
  releaseTokens?: readonly string[];
}

/** Gives a request's content to the sink, as it arrives, and returns the other fields. */
export type Receive = (sink: PieceSink) => Promise<PasteFields>;

/** Statements for the transaction that creates a paste. @param id the row's */
export type Alongside = (made: Omit<CreatedPaste, 'expiresAt'>, id: string) => readonly Statement[];

export function createCreation(repository: PasteRepository, keyring: Keyring, log: Logger, policy: PastePolicy) {
  const rulesOfHost = rulesFor(policy, null);

  async function store(
    upload: Upload,
    principal: Principal | null,
    fields: PasteFields,
    alongside: Alongside,
    rules: ReadonlySet<HouseRule>,
  ): Promise<CreatedPaste> {
    if (upload.contentBytes === 0) throw new ValidationError([{ path: ['content'], message: 'expected at least one character' }]);
    if (rules.size > 0) requireRules(rules, principal, fields, upload.beginning);
    const ttlSeconds = allowedTtl(policy, principal, fields.ttlSeconds);
    const manageToken = fields.protect ? newManageToken() : null;
    const lastChunk = await upload.finish();
    const readProof = fields.readProof === null ? null : Buffer.from(fields.readProof, 'base64url');
    const readableFrom = normalizeNetworks(fields.readableFrom);
    const recipient = allowedRecipient(policy, principal, fields.recipient);
    const approvals = fields.approvals ?? (fields.approval ? 1 : null);
    const releaseTokens = approvals === null ? [] : Array.from({ length: approvals }, newManageToken);
    const terms = Object.assign(optionsOf(fields), { approvals, recipient, readProof, readableFrom });
    // Objects with few fields last: V8 makes a dictionary of an object that gets some twenty by Object.assign.
    const own = {
      ownerId: principal?.userId ?? null,
      syntax: fields.syntax,
      contentBytes: upload.contentBytes,
      chunkCount: upload.chunkCount,
      titleSealed: upload.sealTitle(fields.title),
      manageTokenHash: manageToken === null ? (fields.manageTokenHash ?? null) : sha256(manageToken),
      releaseHashes: approvals === null ? null : Buffer.concat(releaseTokens.map(sha256)),
      recipientSealed: upload.sealRecipient(recipient),
      ttlMs: ttlSeconds === null ? null : ttlSeconds * 1000,
    };
    const paste = Object.assign(own, upload.storedKeys(termsOf(terms)), terms);
    const made = { publicId: upload.publicId, isE2ee: fields.isE2ee, manageToken, ...(approvals === null ? {} : { releaseTokens }) };
    return Object.assign(made, await repository.store(paste, lastChunk, alongside(made, paste.id)));
  }

  return {
    /**
     * @param receive gives the content to the sink and returns the other fields; its errors are passed on
     * @param alongside what is written in the same transaction, or else nothing is
     * @param rules that the paste must keep; default: those of the host and the key
     * @throws PayloadTooLargeError, ValidationError for an empty content, KeyRequiredError, RuleError, StorageFullError, DiskFullError,
     * TooManyPastesError, RecipientUnavailableError, RecipientNeedsAccountError
     */
    async create(
      principal: Principal | null,
      receive: Receive,
      alongside: Alongside = () => [],
      rules: ReadonlySet<HouseRule> = principal?.rules ? rulesFor(policy, principal) : rulesOfHost,
    ): Promise<CreatedPaste> {
      const reservation = await admit(policy, principal);
      const upload = new Upload(repository, keyring);
      try {
        const fields = await receive((piece) => {
          const growing = reservation.grow(piece.length);
          return growing ? growing.then(() => upload.append(piece)) : upload.append(piece);
        });
        const created = await store(upload, principal, fields, alongside, rules);
        reservation.keep();
        return created;
      } catch (error) {
        // If even this fails, cleanup takes it: an upload expires by itself.
        await upload.discard().catch((err: unknown) => log.warn({ err }, 'pieces of a failed upload not removed yet'));
        throw error;
      } finally {
        reservation.release();
      }
    },
  };
}
