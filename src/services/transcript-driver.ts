import type { ContextUse } from '../domain/context-use.ts'

/** Transcripts that coding agents of this user keep on this machine. */
export type TranscriptDriver = {
  /**
   * What is known of each session within a second; a session is left out where nothing is. It is a word of the agent, which may write
   * there what it likes.
   */
  uses(sessions: readonly string[]): Promise<ReadonlyMap<string, ContextUse>>
}
