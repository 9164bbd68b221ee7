/** A report as its form sends it. Browsers enforce the same lengths. */
import * as z from 'zod';
import { isPublicId } from '../pastes/paste.rules';
import { MAX_REPORT_CONTACT_LENGTH, MAX_REPORT_LINK_LENGTH, MAX_REPORT_TEXT_LENGTH, REPORT_REASONS } from './report.rules';

/** Forms send line breaks as two characters, which the browser's own limit counts as one. */
const text = (maxLength: number) =>
  z
    .string()
    .default('')
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(maxLength, `expected at most ${maxLength} characters`));

export const reportSchema = z.object({
  publicId: z.string().refine((id): boolean => isPublicId(id), 'expected the id of a paste'),
  reason: z.enum(REPORT_REASONS),
  text: text(MAX_REPORT_TEXT_LENGTH),
  contact: text(MAX_REPORT_CONTACT_LENGTH),
  /** The whole link with its key, without which an operator can't judge an encrypted paste. */
  link: text(MAX_REPORT_LINK_LENGTH),
});

export type NewReport = z.output<typeof reportSchema>;
