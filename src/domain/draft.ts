/** Whoever promised to send a draft at its time has so long to do it; then anybody's upkeep does. */
export const overdueAfter = 30_000

/** A moment at which an agent's drafts are looked through: asked for by somebody, or reported by a coding agent as it goes on. */
export type Checkpoint = { readonly isManual: boolean; readonly now: number }

/**
 * Whether a checkpoint sends a draft with this time. Before its time a draft leaves only where somebody asks for it: Gemini CLI
 * reports a compaction before each request to its model, and any session may end within the hour.
 */
export function leavesAt({ isManual, now }: Checkpoint, sendAt: number): boolean {
  return isManual || sendAt <= now
}
