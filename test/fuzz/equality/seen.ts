/** What the answers so far have named: later operations are about that. */
export type Seen = {
  readonly messages: string[]
  /** Those who have a copy of a message. */
  readonly holders: Map<string, readonly string[]>
  readonly drafts: string[]
  readonly changes: number[]
  readonly keys: string[]
  /** The last page of each operation that has a next one. */
  readonly pages: Map<string, { readonly input: Readonly<Record<string, unknown>>; readonly next: string }>
}

export const nothingSeen = (): Seen => ({
  messages: [],
  holders: new Map(),
  drafts: [],
  changes: [],
  keys: [],
  pages: new Map(),
})

const shortForm = /^[0-9A-HJKMNP-TV-Z]{5,8}$/u
const draftForm = /^D[0-9A-Z]{8,}$/u

export function note(
  seen: Seen,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  value: unknown,
): void {
  walk(value, (key, one) => {
    if (typeof one === 'string' && key === 'id' && draftForm.test(one)) add(seen.drafts, one)
    else if (typeof one === 'string' && key === 'id' && shortForm.test(one)) add(seen.messages, one)
    else if (typeof one === 'number' && key === 'change') add(seen.changes, one)
    else if (typeof one === 'string' && key === 'key') add(seen.keys, one)
  })
  noteHolders(seen, value)
  const next = typeof value === 'object' && value !== null && 'next' in value ? value.next : null
  if (typeof next === 'string') seen.pages.set(operation, { input, next })
  else seen.pages.delete(operation)
}

function noteHolders({ holders }: Seen, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('recipients' in value)) return
  const recipients = value.recipients as readonly { readonly address: string }[]
  holders.set(
    String(value.id),
    recipients.map(({ address }) => address),
  )
}

function add<T>(all: T[], one: T): void {
  if (!all.includes(one)) all.push(one)
}

function walk(value: unknown, meet: (key: string, one: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    meet(key, one)
    walk(one, meet)
  }
}
