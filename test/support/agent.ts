import type { Agent } from '../../src/domain/roster.ts'

/** A plain agent that is alive, with whatever a test says of it. */
export function agent(address: string, more: Partial<Agent> = {}): Agent {
  return {
    address,
    longForm: null,
    kind: 'agent',
    role: null,
    swarm: null,
    tags: [],
    session: null,
    pane: null,
    paneServer: null,
    state: 'alive',
    registeredAt: 0,
    lastSeen: null,
    reportsTo: null,
    canComplete: false,
    watched: false,
    wake: null,
    talksTo: [],
    budget: null,
    ...more,
  }
}
