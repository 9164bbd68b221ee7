{{- define "sealpaste.secret" -}}
{{- if .Values.existingSecret -}}
{{ .Values.existingSecret }}
{{- else -}}
{{ .Release.Name }}
{{- end -}}
{{- end -}}

{{- define "sealpaste.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "sealpaste.labels" -}}
app.kubernetes.io/name: sealpaste
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* What a pod of the service has, whatever runs in it. */ -}}
{{- define "sealpaste.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.pod }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "sealpaste.container" -}}
image: {{ include "sealpaste.image" . }}
envFrom:
  - secretRef: { name: {{ include "sealpaste.secret" . }} }
  - configMapRef: { name: {{ .Release.Name }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "sealpaste.web" -}}
- name: web
{{ include "sealpaste.container" . | indent 2 }}
  ports: [{ name: http, containerPort: 3000 }]
  # A process listens once the database is migrated, which may have to wait for another's: up to 15 minutes.
  startupProbe:
    httpGet: { path: /healthz, port: http }
    periodSeconds: 5
    failureThreshold: 180
  readinessProbe:
    httpGet: { path: /readyz, port: http }
    periodSeconds: 2
  livenessProbe:
    httpGet: { path: /healthz, port: http }
    periodSeconds: 10
    timeoutSeconds: 5
  lifecycle:
    # Until every node has stopped sending requests to this pod.
    preStop: { exec: { command: [node, -e, "setTimeout(() => {}, 5000)"] } }
  resources:
{{ toYaml .Values.web.resources | indent 4 }}
{{- end -}}

{{- define "sealpaste.worker" -}}
- name: worker
{{ include "sealpaste.container" . | indent 2 }}
  command: [node, dist/worker.js]
  ports: [{ name: metrics, containerPort: 9100 }]
  startupProbe:
    httpGet: { path: /healthz, port: metrics }
    periodSeconds: 5
    failureThreshold: 180
  readinessProbe:
    httpGet: { path: /readyz, port: metrics }
    periodSeconds: 5
    timeoutSeconds: 3
  livenessProbe:
    httpGet: { path: /healthz, port: metrics }
    periodSeconds: 10
    timeoutSeconds: 5
  resources:
{{ toYaml .Values.worker.resources | indent 4 }}
  env:
    - { name: METRICS_PORT, value: "9100" }
{{- end -}}

{{- define "sealpaste.claim" -}}
accessModes: [ReadWriteOnce]
resources: { requests: { storage: {{ .size }} } }
{{- with .storageClassName }}
storageClassName: {{ . }}
{{- end }}
{{- end -}}
