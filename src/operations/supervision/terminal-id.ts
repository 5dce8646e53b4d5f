import { MailError } from '../../domain/errors.ts'

/** @throws MailError `usage` */
export function terminalId(name: string): string {
  if (/^[\w.:/%-]{1,64}$/u.test(name)) return name
  throw new MailError(
    'usage',
    'A terminal is named by 1 to 64 letters, digits or _ . : / % -.',
    'Its process number will do.',
  )
}
