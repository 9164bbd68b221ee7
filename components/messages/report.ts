import type { ReportReason } from '#lib/reports/report.rules';

export const reportMessages = {
  title: 'Report this paste',
  link: 'Report',
  intro: 'The people who run this site read your report. The paste stays as it is until they decide.',
  reason: 'What is wrong with the paste?',
  reasons: {
    illegal: 'Something illegal, or a threat',
    malware: 'Malware, phishing or stolen passwords',
    'personal-data': 'Somebody’s personal data',
    copyright: 'A violation of my copyright or trademark',
    spam: 'Spam',
    other: 'Something else',
  } satisfies Record<ReportReason, string>,
  text: 'Details',
  textHint: 'What should the people who run this site look at?',
  contact: 'How can they reach you?',
  contactHint: 'For example an e-mail address. Leave the field empty to stay anonymous.',
  wholeLink: 'The whole link',
  wholeLinkHint:
    'For an encrypted paste: the link with the part after #. Without that part nobody can check what the paste says. With that part, the people who run this site can read the paste.',
  optional: 'optional',
  submit: 'Send the report',
  sentTitle: 'Your report was sent',
  sent: 'Thank you. The people who run this site can now read your report.',
  back: 'Back to the paste',
} as const;

/** The words for readers of a paste that the operator removed or holds. */
export const moderatedMessages = {
  removed: {
    title: 'The operator removed this paste',
    text: 'The people who run this site have removed the paste. Nobody can open the paste any more.',
  },
  held: {
    title: 'The operator has blocked this paste',
    text: 'The people who run this site are checking a report about the paste. Until they have decided, nobody can open the paste.',
  },
} as const;
