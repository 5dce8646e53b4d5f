import type { Agent } from '../../domain/roster.ts'
import type { Pane } from '../pane-driver.ts'

/** Where an agent runs: each tmux server counts its panes anew. */
export function paneOf(agent: Agent, id: string): Pane {
  return { id, server: agent.paneServer }
}
