{{- define "labels" }}{ app.kubernetes.io/name: seller-connect, app.kubernetes.io/instance: {{ .Release.Name }} }{{ end }}
