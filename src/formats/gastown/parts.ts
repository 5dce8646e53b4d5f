import { createHash } from 'node:crypto'
import { everyone, type Parcel } from '../parcel.ts'
import { addressOf } from './words.ts'

/** The id of one recipient's bead of a message that goes to several. */
export function partId(uuid: string, owner: string): string {
  const mark = createHash('sha256').update(owner).digest('hex').slice(0, 8)
  return `hq-wp-${uuid}.${mark}`
}

/**
 * One bead for each recipient of mail to roles, groups, patterns and sets, which Gas Town delivers to nobody when they are
 * the assignee of a bead. Beads of its own stay as they are.
 */
export function partsOf(parcel: Parcel, uuid: string): readonly Parcel[] {
  const { id, to, cc, copies, meta } = parcel
  const isOurs = id.startsWith(`hq-wp-${uuid}`) && meta?.['shape'] === undefined
  const owners = new Map(copies.filter(({ owner }) => owner !== everyone).map((copy) => [copy.owner, copy]))
  const names = new Set([...owners.keys()].map(nameOf))
  const isOne = (address: string) =>
    /^(?:queue|channel):/u.test(address) || address.includes('@', 1) || names.has(nameOf(address))
  if (!isOurs || owners.size === 0 || [...to, ...cc].every(isOne)) return [parcel]
  return [...owners.values()].map((copy) => {
    const part = partId(uuid, copy.owner)
    return { ...parcel, id: part, to: [copy.owner], cc: [], copies: [{ ...copy, id: part }] }
  })
}

function nameOf(address: string): string {
  return addressOf(address.replace(/^agent:/u, ''))
}
