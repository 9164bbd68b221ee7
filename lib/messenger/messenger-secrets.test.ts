import { describe, expect, it } from 'vitest';
import { updateSecrets } from './messenger-secrets';

const MASTER_KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const NOTHING = {
  MASTER_KEY,
  MASTER_KEY_PREVIOUS: undefined,
  MESSENGER_WEBHOOK_SECRET: undefined,
  MESSENGER_BOT_TOKEN: undefined,
};
const BOT = { ...NOTHING, MESSENGER_BOT_TOKEN: '123:token' };

describe('the secret of updates', () => {
  it('is the configured one alone, with a bot and without', () => {
    for (const config of [NOTHING, BOT, { ...BOT, MASTER_KEY_PREVIOUS: OTHER_KEY }])
      expect(updateSecrets({ ...config, MESSENGER_WEBHOOK_SECRET: 'configured' })).toEqual(['configured']);
  });

  it('a bot without a secret gets one from the master key that the platform accepts', () => {
    // The value is frozen: with another derivation every running service would refuse the platform's updates.
    expect(updateSecrets(BOT)).toEqual(['0b3c39f930b4eff18816085d616ab7eae2d6ffff78da2d9ec8001a10c61cb542']);
    expect(updateSecrets(BOT)[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is that of another master key, or of both while it is being changed', () => {
    const [of, ofOther] = [updateSecrets(BOT), updateSecrets({ ...BOT, MASTER_KEY: OTHER_KEY })];
    expect(ofOther).not.toEqual(of);
    expect(updateSecrets({ ...BOT, MASTER_KEY: OTHER_KEY, MASTER_KEY_PREVIOUS: MASTER_KEY })).toEqual([...ofOther, ...of]);
  });

  it('does not exist without a bot', () => {
    expect(updateSecrets(NOTHING)).toEqual([]);
  });
});
