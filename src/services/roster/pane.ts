import type { Agent } from '../../domain/roster.ts'
import type { Pane } from '../pane-driver.ts'

/** The pane of an agent, with its server: each tmux server numbers its own panes. */
export function paneOf(agent: Agent, id: string): Pane {
  return { id, server: agent.paneServer }
}
