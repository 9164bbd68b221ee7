export { MissingSecretRequest as default } from '#components/requests/answer/answer-page';
