export declare const libraryVariables: readonly string[]
