import type { Context } from '../context.ts'

/** Whether this session of an agent has said that it ended. */
export async function isSessionOver({ store, session }: Context, agent: string): Promise<boolean> {
  return session !== null && (await store.sessions.find(agent, session))?.endedAt != null
}
