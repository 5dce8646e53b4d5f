export type ShippedPackage = {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
  readonly scope: 'required' | 'optional'
}
export type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version?: string; readonly dev?: boolean }>
  >
}
export type Bill = {
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly scope: ShippedPackage['scope']
  }[]
}
export type AuditReport = {
  readonly vulnerabilities: Readonly<
    Record<
      string,
      {
        readonly name: string
        readonly severity: string
        readonly nodes: readonly string[]
        readonly via: readonly (string | { readonly title: string; readonly url: string })[]
      }
    >
  >
}
export function bundledFolders(modules: readonly string[]): readonly string[]
export function bundledPackages(modules: readonly string[]): readonly ShippedPackage[]
export function installedPackages(lock: Lock): readonly ShippedPackage[]
export function billOf(
  own: { readonly name: string; readonly version: string; readonly license: string },
  packages: readonly ShippedPackage[],
): Bill
export function shippedFindings(report: AuditReport, lock: Lock, bill: Bill): readonly string[]
export function readLock(): Lock
