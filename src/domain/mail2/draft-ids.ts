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
