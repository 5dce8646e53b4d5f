import {
  type MemberRights,
  noteSet,
  readMembers,
  rightsBack,
  type SetMember,
  usualRights,
} from '../../domain/definition-members.ts'
import { type Context, doerOf } from '../context.ts'

/** The agents that a loaded definition set rights for. */
export async function definedMembers({ store }: Context): Promise<readonly SetMember[]> {
  return readMembers(await store.facts.remembered('definition-members'))
}

/** Notes what the definition is about to set, and what stands now. It is noted first, so that a load that fails halfway can be taken back. */
export async function noteMembers(
  context: Context,
  sets: ReadonlyMap<string, Partial<MemberRights>>,
): Promise<void> {
  const { facts, roster } = context.store
  const members = new Map((await definedMembers(context)).map((member) => [member.agent, member]))
  for (const [agent, set] of sets) {
    if (Object.keys(set).length === 0) continue
    const now = (await roster.find(agent)) ?? usualRights
    members.set(agent, noteSet(agent, members.get(agent), set, now))
  }
  await facts.remember('definition-members', JSON.stringify([...members.values()]))
}

/** The rights that an agent has again, and those agents that were changed since, which stay as they are. */
export type TakenBack = {
  readonly agents: readonly (Partial<MemberRights> & { readonly agent: string })[]
  readonly changedSince: readonly string[]
}

/** Returns the agents to the rights that they had before a definition set others. */
export async function takeMembersBack(context: Context): Promise<TakenBack> {
  const { facts, roster } = context.store
  const agents: TakenBack['agents'][number][] = []
  const changedSince: string[] = []
  for (const member of await definedMembers(context)) {
    const found = await roster.find(member.agent)
    if (found === null) continue
    const back = rightsBack(member, found)
    if (Object.keys(back).length < Object.keys(member.set).length) changedSince.push(member.agent)
    if (Object.keys(back).length === 0) continue
    const changes = { address: found.address, longForm: found.longForm, ...back }
    await roster.update(changes, doerOf(context), context.now())
    agents.push({ agent: member.agent, ...back })
  }
  await facts.remember('definition-members', JSON.stringify([]))
  return { agents, changedSince }
}
