import type { Registration } from '../../mail-store.ts'

/** The columns of the fields that were given. A plain spelling does not take away the longer one. */
export function columnsOf(registration: Registration): Readonly<Record<string, string | number | null>> {
  const {
    longForm,
    kind,
    role,
    swarm,
    session,
    pane,
    paneServer,
    reportsTo,
    canComplete,
    watched,
    wake,
    talksTo,
    budget,
  } = registration
  const columns = {
    long_form: longForm ?? undefined,
    kind,
    role,
    swarm,
    session,
    pane,
    pane_server: paneServer,
    reports_to: reportsTo,
    can_complete: canComplete === undefined ? undefined : Number(canComplete),
    watched: watched === undefined ? undefined : Number(watched),
    wake,
    talks_to: talksTo === undefined ? undefined : JSON.stringify(talksTo),
    budget,
  }
  return Object.fromEntries(
    Object.entries(columns).filter(
      (entry): entry is [string, string | number | null] => entry[1] !== undefined,
    ),
  )
}
