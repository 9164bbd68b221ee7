/** Numbers and names of reports about pastes. Browser-safe. */

/** Why somebody reports a paste, the most urgent first. */
export const REPORT_REASONS = ['illegal', 'malware', 'personal-data', 'copyright', 'spam', 'other'] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

export const MAX_REPORT_TEXT_LENGTH = 2_000;
export const MAX_REPORT_CONTACT_LENGTH = 200;
export const MAX_REPORT_LINK_LENGTH = 500;

/** Reports that one address may send. */
export const REPORTS_PER_HOUR = 3;

/** How long a report is kept, and that an operator removed a paste. */
export const REPORT_DAYS = 90;
