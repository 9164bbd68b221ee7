import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#components/testing/memory-storage';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { findClaim, forgetClaim, keepClaim } from './burn-claim-storage';

const paste = { publicId: 'a'.repeat(24) } as ViewedPaste;

describe('a claim in the tab', () => {
  it('is found again for its paste and no other, until it is forgotten', () => {
    const storage = memoryStorage();
    keepClaim({ claim: 'mine', paste }, storage);
    expect(findClaim(paste.publicId, storage)).toEqual({ claim: 'mine', paste });
    expect(findClaim('b'.repeat(24), storage)).toBeNull();
    forgetClaim(paste.publicId, storage);
    expect(findClaim(paste.publicId, storage)).toBeNull();
  });

  it.each(['{', 'null', '5', '{}', '{"claim":5}', `{"claim":"mine","paste":{"publicId":"other"}}`])('is nothing else: %s', (text) => {
    expect(findClaim(paste.publicId, memoryStorage({ [`sealpaste.claim.${paste.publicId}`]: text }))).toBeNull();
  });

  it('is done without where the browser forbids storage or has no room', () => {
    const full = memoryStorage();
    full.fill();
    expect(() => keepClaim({ claim: 'mine', paste }, full)).not.toThrow();
    expect(() => keepClaim({ claim: 'mine', paste }, null)).not.toThrow();
    expect(findClaim(paste.publicId, null)).toBeNull();
    expect(() => forgetClaim(paste.publicId, null)).not.toThrow();
  });
});
