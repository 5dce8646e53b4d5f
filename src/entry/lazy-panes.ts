import type { PaneDriver } from '../services/pane-driver.ts'

/** The driver of agents' terminals, loaded when one is reached for. */
export const panes: PaneDriver = {
  show: async (pane, hint) => (await import('../drivers/panes.ts')).panes.show(pane, hint),
  capture: async (pane, hint) => (await import('../drivers/panes.ts')).panes.capture(pane, hint),
  titles: async (servers) => (await import('../drivers/panes.ts')).panes.titles(servers),
  nudge: async (pane, text, how) => (await import('../drivers/panes.ts')).panes.nudge(pane, text, how),
}
