import { MailError } from '../domain/errors.ts'
import { iso, notATime, parseTowards, type Towards, timeForms } from '../domain/moment.ts'
import { asNamed, type Spelling } from './check-input.ts'
import type { Fields, Input } from './field.ts'

/**
 * Reads the times of checked input as people write them: `tomorrow 9am` becomes ISO 8601. Only text in no strict form loads the library for it.
 * @throws MailError `usage`
 */
export async function readTimes<F extends Fields>(
  fields: F,
  checked: Input<F>,
  now: number,
  { nameOf }: Pick<Spelling, 'nameOf'> = asNamed,
): Promise<Input<F>> {
  let read: Input<F> = checked
  for (const name of Object.keys(checked)) {
    const field = fields[name]
    const text: unknown = checked[name]
    if (field === undefined || field.towards === null || typeof text !== 'string') continue
    const at = await readTime(text, now, field.towards)
    if (at === undefined) throw noTime(nameOf(name, field), text)
    if (field.towards === 'future' && at < now) throw pastTime(text)
    read = { ...read, [name]: iso(at) }
  }
  return read
}

/** `undefined` if the text is not a time. */
export async function readTime(text: string, now: number, towards: Towards): Promise<number | undefined> {
  const strict = parseTowards(text, now, towards)
  if (strict !== undefined) return strict
  const { readNatural } = await import('../domain/natural-time.ts')
  return readNatural(text, now, towards)
}

function noTime(name: string, text: string): MailError {
  return new MailError('usage', notATime(name, text, `"${text}"`), `Use for example ${timeForms}.`)
}

function pastTime(text: string): MailError {
  return new MailError(
    'usage',
    `That time is in the past: "${text}"`,
    `Use a time to come, for example ${timeForms}.`,
  )
}
