/** Whoever promised to send a draft at its time has so long to do it; then anybody's upkeep does. */
export const overdueAfter = 30_000

/** A moment at which an agent's drafts are looked through: asked for by somebody, or reported by a coding agent as it goes on. */
export type Checkpoint = { readonly isManual: boolean; readonly now: number }

/**
 * Whether a checkpoint sends a draft with this time. Before its time a draft leaves only where somebody asks for it: Gemini CLI
 * reports a compaction before each request to its model, and any session may end within the hour.
 */
export function leavesAt({ isManual, now }: Checkpoint, sendAt: number): boolean {
  return isManual || sendAt <= now
}

/** The key that a draft is sent under, so that whoever sends it again sends the same message. */
export function keyOfDraft(id: string): string {
  return `draft:${id}`
}

const marks = 36 ** 3

/**
 * The time and three random digits: drafts are named by their owner alone, so a name need only be new among a few.
 * @param random from 0 to 1
 */
export function newDraftId(now: number, random: number): string {
  const mark = Math.floor(random * marks).toString(36)
  return `D${now.toString(36)}${mark.padStart(3, '0')}`.toUpperCase()
}

/** When a draft was begun, as its id says; `null` for an id that somebody chose. */
export function begunAt(id: string): number | null {
  const digits = /^D([0-9A-Z]{8})[0-9A-Z]{3}$/u.exec(id)?.[1]
  return digits === undefined ? null : Number.parseInt(digits, 36)
}

const digitsForm = /^D([0-9A-Z]{11})$/u
const uuidStart = '64726166-7400-8000-8'

/** A draft's id as a UUID (version 8, `draft` and the digits of the id); `null` for an id that somebody chose. */
export function uuidOfDraft(id: string): string | null {
  const digits = digitsForm.exec(id)?.[1]
  if (digits === undefined) return null
  const number = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const hex = number.toString(16).padStart(15, '0')
  return `${uuidStart}${hex.slice(0, 3)}-${hex.slice(3)}`
}

/** The draft's id again; `null` for any other UUID. */
export function draftOfUuid(uuid: string): string | null {
  const hex = uuid.toLowerCase()
  if (!hex.startsWith(uuidStart) || !/^[0-9a-f]{3}-[0-9a-f]{12}$/u.test(hex.slice(uuidStart.length)))
    return null
  const number = BigInt(`0x${hex.slice(uuidStart.length).replace('-', '')}`)
  const id = `D${number.toString(36).toUpperCase().padStart(11, '0')}`
  return uuidOfDraft(id) === hex ? id : null
}
