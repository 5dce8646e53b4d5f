import { nearestNames } from '../../domain/addressing/nearest.ts'
import { MailError } from '../../domain/errors.ts'
import { type ProtocolType, typesWith } from '../../domain/protocol/protocol-types.ts'
import type { Context } from '../context.ts'

export function knownTypes({ settings }: Context): readonly ProtocolType[] {
  return typesWith(settings.types)
}

/** `MERGE_READY`, `merge-ready` and `merge_ready` are one. @throws MailError `not-found` */
export function requireType(context: Context, written: string): ProtocolType {
  const types = knownTypes(context)
  const name = written
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/gu, '_')
  const type = types.find((one) => one.name === name)
  if (type !== undefined) return type
  const names = types.map((one) => one.name)
  const near = nearestNames(name, names, 2)
  throw new MailError(
    'not-found',
    `There is no template ${written}.`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `The templates are ${names.join(', ')}.`,
  )
}
