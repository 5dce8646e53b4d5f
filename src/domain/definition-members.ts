import { isJsonObject, type Json } from './json.ts'

/** What the definition of a swarm may set for an agent. */
export type MemberRights = { readonly talksTo: readonly string[]; readonly canComplete: boolean }

/** What a loaded definition set for an agent, and what it replaced. */
export type SetMember = {
  readonly agent: string
  readonly set: Partial<MemberRights>
  readonly before: Partial<MemberRights>
}

const rights = ['talksTo', 'canComplete'] as const
type RightName = (typeof rights)[number]

/** The rights of an agent that nobody has set any for. */
export const usualRights: MemberRights = { talksTo: [], canComplete: false }

/** One more definition sets rights. What stood before the first one stays known, unless somebody changed it in between. */
export function noteSet(
  agent: string,
  known: SetMember | undefined,
  set: Partial<MemberRights>,
  now: MemberRights,
): SetMember {
  const stands = (name: RightName) => known !== undefined && isAsSet(known, name, now)
  const before = pick((name) => {
    if (stands(name)) return known?.before[name]
    return set[name] === undefined ? undefined : now[name]
  })
  return { agent, before, set: pick((name) => set[name] ?? (stands(name) ? known?.set[name] : undefined)) }
}

/** What an agent gets back: the rights that stand as the definition set them. Later changes of others stay. */
export function rightsBack(member: SetMember, now: MemberRights): Partial<MemberRights> {
  return pick((name) => (isAsSet(member, name, now) ? member.before[name] : undefined))
}

function isAsSet({ set }: SetMember, name: RightName, now: MemberRights): boolean {
  return set[name] !== undefined && JSON.stringify(set[name]) === JSON.stringify(now[name])
}

function pick(choose: (name: RightName) => MemberRights[RightName] | undefined): Partial<MemberRights> {
  return Object.fromEntries(
    rights.map((name) => [name, choose(name)] as const).filter(([, value]) => value !== undefined),
  )
}

/** The members as they are stored; none where nothing was stored, or what was stored is damaged. */
export function readMembers(text: string | null): readonly SetMember[] {
  const value = text === null ? [] : parsed(text)
  return Array.isArray(value) ? (value as readonly Json[]).filter(isMember) : []
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function isMember(value: Json): value is Json & SetMember {
  return (
    isJsonObject(value) &&
    typeof value['agent'] === 'string' &&
    isJsonObject(value['set']) &&
    isJsonObject(value['before'])
  )
}
