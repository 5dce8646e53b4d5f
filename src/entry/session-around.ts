import { type AgentSession, isConversation } from '../domain/session.ts'

/** The conversation of an agent among the sessions of one process, the one heard from last. */
export function conversationOf(agent: string, sessions: readonly AgentSession[]): string | null {
  const found = sessions.find((one) => one.agent === agent && one.endedAt === null && isConversation(one.id))
  return found?.id ?? null
}
