import { type Address, parseAddress } from './addressing/address.ts'
import { MailError } from './errors.ts'
import { isPlaceName } from './places.ts'

export type Group = { readonly name: string; readonly members: readonly string[] }

/** The types of addresses that may be members: those that mean agents, not queues, channels or sessions. */
const joining: ReadonlySet<Address['type']> = new Set([
  'agent',
  'person',
  'pattern',
  'set',
  'role',
  'tag',
  'group',
  'remote',
])

/** A member as it is kept. @throws MailError `usage` where it can be none */
export function requireMember(written: string): string {
  const text = written.trim()
  const { type } = parseAddress(text)
  if (joining.has(type)) return text
  throw new MailError(
    'usage',
    `${text} cannot be a member of a group.`,
    'Members are agents, patterns, sets such as @crew, role:NAME, tags and other groups.',
  )
}

/** The group that a member names by its spelling alone; a bare name may be one, and anything else is none. */
function groupNamed(member: string): { readonly name: string; readonly bare: boolean } | null {
  const [, prefix = '', name = ''] = /^(group:|@|)([^:@/*]+)$/u.exec(member) ?? []
  return isPlaceName('group', name) ? { name, bare: prefix === '' } : null
}

/**
 * The members of a group, with nested groups expanded in place, each once and in order. A bare name is
 * a group's only if nobody else has it (`isSomebody`); cycles end where they close.
 */
export function expandGroup(
  name: string,
  groups: ReadonlyMap<string, readonly string[]>,
  isSomebody: (name: string) => boolean = () => false,
): readonly string[] {
  const found = new Set<string>()
  const opened = new Set<string>()
  const open = (group: string) => {
    if (opened.has(group)) return
    opened.add(group)
    for (const member of groups.get(group) ?? []) {
      const nested = groupNamed(member)
      const isGroup = nested !== null && groups.has(nested.name) && !(nested.bare && isSomebody(nested.name))
      if (isGroup) open(nested.name)
      else found.add(member)
    }
  }
  open(name)
  return [...found]
}
