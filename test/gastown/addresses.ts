import { matchesPattern, normalName, parseAddress } from '../../src/domain/addressing/address.ts'
import { admitsClaimant } from '../../src/domain/addressing/claim-pattern.ts'
import { readAddresses, resolveAddresses } from '../../src/domain/addressing/resolve.ts'
import { expandGroup, requireMember } from '../../src/domain/group.ts'
import { isPlaceName } from '../../src/domain/places.ts'
import { agent } from '../support/agent.ts'
import type { Judge } from './case.ts'

type Pair = { readonly pattern: string; readonly address: string; readonly identity: string }
type Groups = Readonly<Record<string, readonly string[]>>

/** Gas Town names the role of a set in the singular. */
const roleOfSet: Readonly<Record<string, string>> = {
  witnesses: 'witness',
  dogs: 'dog',
  refineries: 'refinery',
  deacons: 'deacon',
  polecats: 'polecat',
}

function resolved(written: string, agents = [agent('gastown/witness')]): string | null {
  const directory = {
    agents,
    version: 1,
    places: [{ type: 'queue', name: 'work', status: 'active' }],
  } as const
  try {
    const found = resolveAddresses(
      readAddresses([written]),
      directory,
      { address: 'me', swarm: null },
      {
        hold: false,
        exclude: [],
      },
    )
    return found.recipients[0]?.address ?? null
  } catch {
    return null
  }
}

function typeOf(written: string): string | null {
  try {
    return parseAddress(written).type
  } catch {
    return null
  }
}

function accepted(deed: () => unknown): boolean {
  try {
    deed()
    return true
  } catch {
    return false
  }
}

const normal: Judge = (input: string, expected: string) => [normalName(input), expected]

export const addressJudges: Readonly<Record<string, Judge>> = {
  'address.to_identity': normal,
  'address.identity_to_address': normal,
  'address.is_town_level': (input: string, expected: boolean) => [normalName(input).endsWith('/'), expected],
  'address.is_self_mail': (input: { from: string; to: string }, expected: boolean) => [
    normalName(input.from) === normalName(input.to),
    expected,
  ],
  'address.is_at_group': (input: string, expected: boolean) => [typeOf(input) === 'set', expected],
  'at_group.parse': (input: string, expected: { role: string; rig: string } | null) => {
    if (typeOf(input) !== 'set') return [null, expected]
    const address = parseAddress(input)
    if (address.type !== 'set') return [null, expected]
    const { set, rig } = address
    const role = roleOfSet[set] ?? ''
    const type = role === '' ? set : rig === null ? 'role' : 'rig-role'
    return [{ type, role, rig: rig ?? '' }, expected]
  },
  'address.crew_shorthand': (input: { identity: string; dirs: readonly string[] }, expected: string) => {
    const agents = input.dirs.map((dir) => agent(normalName(dir), { longForm: dir }))
    return [resolved(input.identity, agents), expected]
  },
  'pattern.match_address': ({ pattern, address }: Pair, expected: boolean) => [
    matchesPattern(pattern, address),
    expected,
  ],
  'pattern.match_claim': ({ pattern, identity }: Pair, expected: boolean) => [
    admitsClaimant(pattern, identity),
    expected,
  ],
  'resolve.step': (input: string, expected: string) => {
    const type = typeOf(input)
    return [type === 'agent' && !input.includes('/') ? 'name-lookup' : type, expected]
  },
  'resolve.offline': (input: string, expected: { error?: true; pass_through?: true; address?: string }) => {
    const found = resolved(input)
    const ours = found === null ? { error: true } : { type: typeOf(input), count: 1 }
    return [ours, expected]
  },
  'group.expand': (input: { groups: Groups; expand: string }, expected: readonly string[]) => [
    expandGroup(input.expand, new Map(Object.entries(input.groups))),
    expected,
  ],
  'list.expand': (
    input: { config: { lists: Groups } | null; name: string },
    expected: readonly string[] | { error: string },
  ) => {
    const lists = new Map(Object.entries(input.config?.lists ?? {}))
    // An unknown list is an error of whoever asks; what it would come to is nobody.
    return [expandGroup(input.name, lists), Array.isArray(expected) ? expected : []]
  },
  'group.name_valid_strict': (input: string, expected: boolean) => [isPlaceName('group', input), expected],
  'group.member_valid': (input: string, expected: boolean) => [
    accepted(() => requireMember(input)),
    expected,
  ],
}
