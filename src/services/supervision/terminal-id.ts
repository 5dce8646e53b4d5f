import { MailError } from '../../domain/errors.ts'

/** @throws MailError `usage` */
export function terminalId(name: string): string {
  if (/^[\w.:/%-]{1,64}$/u.test(name)) return name
  throw new MailError(
    'usage',
    'The name of a terminal must have 1 to 64 characters: letters, digits or _ . : / % -.',
    'For example, use its process id.',
  )
}
