/** The shapes of secret requests in responses that are more than their rows. */
import { presentAs } from '../encoding/present';
import type { SecretRequest } from './request.repository';
import { type OwnSecretRequestJson, ownRequestSchema } from './request.schema';

/** The address of its page, without the fragment: the asker's own program adds the thumbprint of its key. */
export const urlOf = (requestId: string, baseUrl: string): string => `${baseUrl}/request/${requestId}`;

export const presentOwnRequest = (request: SecretRequest, baseUrl: string): OwnSecretRequestJson =>
  presentAs(ownRequestSchema, { ...request, url: urlOf(request.requestId, baseUrl) });
