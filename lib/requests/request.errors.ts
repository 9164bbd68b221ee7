import { declareErrors, errorClass, ValidationError } from '../http/errors';

export const REQUEST_ERRORS = declareErrors({
  not_an_answer: [400, 'The content is not encrypted for the public key of a request.'],
  request_full: [409, 'The request has as many answers as it asked for.'],
  code_taken: [409, 'The code belongs to a request that is open: make another key.'],
  no_room: [409, 'The asker has no room for another paste on this service.'],
  too_many_secret_requests: [409, 'You have as many requests as this service keeps for one user.'],
});

export const RequestFullError = errorClass(REQUEST_ERRORS.request_full, () => ({
  details: [{ path: [], message: 'this request has all its answers: it takes no more' }],
  bodyUnread: true,
}));

export const CodeTakenError = errorClass(REQUEST_ERRORS.code_taken, () => ({
  details: [{ path: ['code'], message: 'this code is in use: make another key, which has another code' }],
}));

/** The asker has reached a storage limit. Nothing was stored. */
export const AskerFullError = errorClass(REQUEST_ERRORS.no_room, () => ({
  details: [{ path: [], message: 'who asked has no room for another paste on this service: tell them' }],
  bodyUnread: true,
}));

export const TooManySecretRequestsError = errorClass(REQUEST_ERRORS.too_many_secret_requests, (max: number) => ({
  details: [{ path: [], message: `you have ${max} requests, as many as this service keeps for one user: wait until some are forgotten` }],
}));

export function notAnAnswer(): ValidationError {
  const message = 'expected a compact JWE with alg ECDH-ES+A256KW, enc A256GCM and an epk on P-256';
  return new ValidationError([{ path: ['content'], message }], { bodyUnread: true }, REQUEST_ERRORS.not_an_answer);
}

export function notOnCurve(): ValidationError {
  return new ValidationError([{ path: ['publicKey'], message: 'expected a point on P-256' }]);
}
