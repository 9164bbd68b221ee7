import { afterAll, beforeAll, describe } from 'vitest';
import { type Contract, type Started, startContract } from '../../support/contract';
import type { TestedHost } from '../../support/hosts';
import { describeClaims } from './claims.contract';
import { describeMessenger } from './messenger.contract';
import { describePastes } from './pastes.contract';
import { describeSessions } from './sessions.contract';
import { describeWebhooks } from './webhooks.contract';

/** Tests the whole interface through one host, which is started once. Every response is checked against the API's description. */
export function describeContract(tested: TestedHost): void {
  describe.runIf(tested.isAvailable)(`through ${tested.name}`, () => {
    let contract: Contract | undefined;
    beforeAll(async () => {
      contract = await startContract(tested);
    });
    afterAll(() => contract?.end());

    const started: Started = () => {
      if (contract === undefined) throw new Error('the host has not been started');
      return contract;
    };
    describe('sessions', () => describeSessions(started));
    describe('pastes', () => describePastes(tested, started));
    describe('claims', () => describeClaims(tested, started));
    describe('webhooks', () => describeWebhooks(started));
    // Chats come last, because their workers would deliver the webhooks of the others.
    describe('chats', () => describeMessenger(tested, started));
  });
}
