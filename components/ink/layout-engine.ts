import { loadYoga, type Yoga } from 'yoga-layout/load'

/** Ink's layout engine in the bundle. `undefined` until it is loaded; Ink uses it only to draw. */
let engine: Yoga | undefined
let loading: Promise<Yoga> | undefined

/** Loads the layout engine. The package itself does that by an `await` at its top level, which CommonJS does not have. */
export async function loadLayoutEngine(): Promise<void> {
  loading ??= loadYoga()
  engine = await loading
}

// biome-ignore lint/style/noDefaultExport: the module it replaces has one
export { engine as default }
