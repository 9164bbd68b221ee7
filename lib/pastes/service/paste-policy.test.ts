/** The operator's limits: who may create, how long pastes live, and the expiry of a paste that names none. */
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../http/errors';
import { OPEN_POLICY, UNLIMITED_STORAGE } from '../../testing/open-policy';
import { KeyRequiredError } from '../paste.errors';
import { StorageFullError } from './limits.errors';
import { admit, allowedTtl, type PastePolicy } from './paste-policy';
import { createQuota } from './paste-quota';

const ANNA = { userId: 1 };
const policy = (fields: Partial<PastePolicy>): PastePolicy => ({ ...OPEN_POLICY, ...fields });

describe('who may create', () => {
  it('is everybody, unless the operator wants a key', async () => {
    await admit(OPEN_POLICY, null);
    await admit(policy({ anonymousCreate: false }), ANNA);
    await expect(admit(policy({ anonymousCreate: false }), null)).rejects.toThrow(KeyRequiredError);
  });

  it('is nobody while the service is full; without a key nobody learns that it is', async () => {
    const bytes = createQuota({ max: 1, measure: async () => 1, refusal: () => new StorageFullError(1) });
    const full = { storage: { ...UNLIMITED_STORAGE, bytes } };
    await expect(admit(policy(full), ANNA)).rejects.toThrow(StorageFullError);
    await expect(admit(policy({ ...full, anonymousCreate: false }), null)).rejects.toThrow(KeyRequiredError);
  });
});

describe('the expiry of a new paste', () => {
  it('is what was asked for, up to the longest there is', () => {
    expect(allowedTtl(OPEN_POLICY, null, 31_536_000)).toBe(31_536_000);
    const limited = policy({ maxTtlSeconds: 60 });
    for (const asked of [1, 60]) expect(allowedTtl(limited, ANNA, asked)).toBe(asked);
    expect(() => allowedTtl(limited, ANNA, 61)).toThrow(ValidationError);
  });

  it.each([
    ['nothing, for anybody, by default', {}, null, null],
    ['what the operator gives those without a key', { anonymousTtlSeconds: 30 }, 30, null],
    ['the longest there is', { maxTtlSeconds: 60 }, 60, 60],
    ['the shorter of both', { maxTtlSeconds: 60, anonymousTtlSeconds: 30 }, 30, 60],
    ['no longer than the longest', { maxTtlSeconds: 60, anonymousTtlSeconds: 90 }, 60, 60],
  ])('that names none is %s', (_, fields, withoutKey, withKey) => {
    expect(allowedTtl(policy(fields), null, null)).toBe(withoutKey);
    expect(allowedTtl(policy(fields), ANNA, null)).toBe(withKey);
  });

  it('that asks for the default is the operator’s', () => {
    expect(allowedTtl(OPEN_POLICY, null, 'default')).toBe(604_800);
    expect(allowedTtl(policy({ defaultTtlSeconds: 60, anonymousTtlSeconds: 30 }), null, 'default')).toBe(60);
    expect(allowedTtl(policy({ defaultTtlSeconds: null }), ANNA, 'default')).toBeNull();
    // An operator may limit "for ever" for clients without a key.
    expect(allowedTtl(policy({ defaultTtlSeconds: null, anonymousTtlSeconds: 30 }), null, 'default')).toBe(30);
  });

  it('that was asked for is not changed by what others get who ask for none', () => {
    expect(allowedTtl(policy({ anonymousTtlSeconds: 30 }), null, 90)).toBe(90);
  });
});
