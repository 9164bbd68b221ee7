/**
 * Escapes the three characters that begin mentions and links in Slack's texts.
 * @see https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
export const escapeSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const unescapeSlack = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
